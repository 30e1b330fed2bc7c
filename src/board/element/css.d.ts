/** In the bundle of the element, a style sheet is its text. */
declare module '*.css' {
  const text: string;
  export default text;
}
