/** There was no HTTP reply: the network failed, the time ran out, or the caller canceled. */
export class NoAnswer extends Error {
  constructor(
    readonly reason: 'network' | 'timeout' | 'canceled',
    options?: { cause?: unknown },
  ) {
    super(`no answer: ${reason}`)
    this.name = 'NoAnswer'
    Object.assign(this, options)
  }
}

/** The phone cannot read a picked file: it was deleted since, or never fetched from a cloud. */
export class FileUnreadable extends Error {
  constructor(options?: { cause?: unknown }) {
    super('file cannot be read')
    this.name = 'FileUnreadable'
    Object.assign(this, options)
  }
}

/** The phone refuses to open a document: its type, its size, or a failed download. */
export class DocumentRefused extends Error {
  constructor(
    readonly reason: 'type' | 'size' | 'network' | 'gone' | 'viewer' | 'canceled',
    options?: { cause?: unknown },
  ) {
    super(`document refused: ${reason}`)
    this.name = 'DocumentRefused'
    Object.assign(this, options)
  }
}

/** The phone could not pick files: no access to the album, or a broken picker. */
export class PickFailed extends Error {
  constructor(options?: { cause?: unknown }) {
    super('picking files failed')
    this.name = 'PickFailed'
    Object.assign(this, options)
  }
}

/** The phone has no clipboard, or forbids writing to it. */
export class CopyFailed extends Error {
  constructor(options?: { cause?: unknown }) {
    super('copying failed')
    this.name = 'CopyFailed'
    Object.assign(this, options)
  }
}

/** Recording failed. `denied`: the user or the phone denies the app the microphone; `missing`: there is none. */
export class RecordingFailed extends Error {
  constructor(
    readonly reason: 'denied' | 'missing' | 'phone',
    options?: { cause?: unknown },
  ) {
    super(`recording failed: ${reason}`)
    this.name = 'RecordingFailed'
    Object.assign(this, options)
  }
}
