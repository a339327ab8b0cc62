export { dropTemplates as default } from './database';
