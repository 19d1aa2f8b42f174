export interface SentRequest {
  kind: 'request' | 'upload' | 'download'
  method: string
  url: string
  /** Names in lower case. */
  header: Record<string, string>
  /** null until an answer has arrived. */
  status: number | null
  /** Why no answer came, in WeChat's words. */
  failure: string | null
}

export interface SentData {
  /** Route of the page, or path of the component. */
  owner: string
  /** UTF-8 bytes of the data as JSON. */
  bytes: number
  keys: string[]
}

export interface OpenedDocument {
  /** The path that the app passed. */
  path: string
  fileType: string
  showMenu: boolean
  /** The same file on this machine's disk. */
  disk: string
}

/** Everything that a test may ask of a host afterwards. */
export class Trace {
  /** Errors of the app, calls that do not exist, complaints of WeChat's renderer. */
  readonly errors: Error[] = []
  readonly logs: string[] = []
  readonly requests: SentRequest[] = []
  readonly setData: SentData[] = []
  readonly openedDocuments: OpenedDocument[] = []
  /** The sources of each `chooseMedia`. */
  readonly mediaSources: string[] = []
  readonly previewedImages: { urls: string[]; current: string }[] = []
  readonly shared: Record<string, unknown>[] = []
  /** How often WeChat's page of the privacy guide was opened. */
  privacyContracts = 0

  report(reason: unknown): void {
    const error = isError(reason) ? reason : new Error(String(reason))
    if (!this.errors.includes(error)) this.errors.push(error)
  }

  /** A console for the app or the renderer. */
  console(origin: 'app' | 'view'): Record<string, (...args: unknown[]) => void> {
    const write =
      (level: string) =>
      (...args: unknown[]) => {
        const line = args.map(describe).join(' ')
        this.logs.push(`${origin} ${level}: ${line}`)
        if (line.includes('WXMLRT_') || (origin === 'view' && level === 'error')) this.report(new Error(line))
      }
    const levels = ['debug', 'error', 'group', 'groupEnd', 'info', 'log', 'time', 'timeEnd', 'warn']
    return Object.fromEntries(levels.map((level) => [level, write(level)]))
  }
}

/** True for errors of any realm. */
export function isError(value: unknown): value is Error {
  return value instanceof Error || Object.prototype.toString.call(value) === '[object Error]'
}

function describe(value: unknown): string {
  if (typeof value === 'string') return value
  if (isError(value)) return value.stack ?? value.message
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}
