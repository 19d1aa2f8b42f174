declare module 'highlight.js/lib/common' {
  type Language = (library: unknown) => object
  const library: {
    registerLanguage(name: string, language: Language): void
    getLanguage(name: string): object | undefined
    highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string }
  }
  export default library
}

declare module 'highlight.js/lib/languages/dos' {
  const language: (library: unknown) => object
  export default language
}

declare module 'highlight.js/lib/languages/latex' {
  const language: (library: unknown) => object
  export default language
}

declare module 'highlight.js/lib/languages/powershell' {
  const language: (library: unknown) => object
  export default language
}
