/** The default theme with the fonts of the interface. */
import DefaultTheme from 'vitepress/theme-without-fonts';
import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './style.css';

export default DefaultTheme;
