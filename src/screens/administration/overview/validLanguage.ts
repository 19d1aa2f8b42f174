/* Import this before uPlot, which formats numbers in the browser's language and throws when that is none, such as `C` in WebKit on Linux. */
try {
  new Intl.NumberFormat(navigator.language)
} catch {
  Object.defineProperty(navigator, 'language', { value: 'en' })
}
