/** The `PUBLIC_URL` of Gatehouse: see vite.config.js. */
declare const GATEHOUSE_URL: string;
