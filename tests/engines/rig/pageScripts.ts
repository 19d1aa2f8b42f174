/* Scripts that the proxy (front.ts) inserts at the beginning of each page. They run in the page and use nothing outside of themselves. */

/** The path to which the scripts report errors. */
export const ERRORS = '/.errors'

/** Reports the errors that Chromium's protocol would. */
export function reportErrors(): void {
  const report = (text: string) => void navigator.sendBeacon('/.errors', text)
  addEventListener('error', ({ message, error }) => {
    // Chromium does not count this as an error of the page.
    if (/^ResizeObserver loop/.test(message)) return
    report(`page: ${message} ${error instanceof Error ? error.stack : ''}`)
  })
  addEventListener('unhandledrejection', ({ reason }) => {
    report(`page: ${reason instanceof Error ? `${reason.name}: ${reason.message} ${reason.stack}` : String(reason)}`)
  })
  addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    report(`console: the policy ${violatedDirective} blocked ${blockedURI}`)
  })
  const { error } = console
  console.error = (...texts: unknown[]) => {
    report(`console: ${texts.map(String).join(' ')}`)
    error(...texts)
  }
}

/** Stores the clicked file field and opens no system dialog. */
export function holdFileChooser(): void {
  const page = window as unknown as { chosenField?: HTMLInputElement }
  const { click } = HTMLInputElement.prototype
  HTMLInputElement.prototype.click = function (this: HTMLInputElement) {
    if (this.type === 'file') page.chosenField = this
    else click.call(this)
  }
  addEventListener(
    'click',
    (event) => {
      const { target } = event
      if (!(target instanceof HTMLInputElement) || target.type !== 'file') return
      event.preventDefault()
      page.chosenField = target
    },
    true,
  )
}

export function blockServiceWorkers(): void {
  if (navigator.serviceWorker) navigator.serviceWorker.register = () => new Promise(() => undefined)
}

/** Gives the page a language. WebKit without a locale of the system says `C`, which is no language tag. */
export function speak(language: string): void {
  Object.defineProperties(navigator, { language: { value: language }, languages: { value: [language] } })
}
