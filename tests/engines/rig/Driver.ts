export type EngineName = 'webkit' | 'firefox'

export interface Cookie {
  name: string
  value: string
  url: string
}

/** How a page is opened. */
export interface Looks {
  width: number
  height: number
  /** Device pixels per CSS pixel. */
  scale: number
  isDark: boolean
}

/** A page of another engine. `startEnginePage` builds Playwright's `Page` on it. */
export interface Driver {
  readonly engine: EngineName
  goto(url: string): Promise<void>
  goBack(): Promise<void>
  reload(): Promise<void>
  url(): Promise<string>
  /** Runs the body of an async function in the page. Its result is JSON. */
  run(body: string): Promise<unknown>
  /** Presses the main button at a point of the viewport, in CSS px. */
  tap(x: number, y: number): Promise<void>
  /** Presses a key, named as in Playwright: `Enter`, `Shift+Tab`. */
  press(key: string): Promise<void>
  type(text: string): Promise<void>
  addCookies(cookies: readonly Cookie[]): Promise<void>
  clearCookies(): Promise<void>
  /** PNG of the viewport, in device pixels. */
  screenshot(): Promise<Buffer>
  close(): Promise<void>
}
