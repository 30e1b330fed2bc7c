/** In the bundle of the element, importing a style sheet yields its text. */
declare module '*.css' {
  const text: string;
  export default text;
}
