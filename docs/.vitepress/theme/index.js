/** The default theme with the fonts of the interface, and a search of the page. */
import DefaultTheme from 'vitepress/theme-without-fonts';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import { followFind } from './find-bar.ts';
import './style.css';

/** @type {import('vitepress').Theme} */
export default {
  extends: DefaultTheme,
  enhanceApp() {
    if (!import.meta.env.SSR) followFind();
  },
};
