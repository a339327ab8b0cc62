export { createTemplates as default } from './database';
