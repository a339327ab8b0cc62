import theme from 'vitepress/theme-without-fonts';
import './pictures.css';

export default theme;
