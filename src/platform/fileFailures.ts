/** The phone cannot read a picked file: it was deleted since, or never fetched from a cloud. */
export class FileUnreadable extends Error {
  constructor(options?: { cause?: unknown }) {
    super('file cannot be read')
    this.name = 'FileUnreadable'
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

/** A file was not stored for reading offline. `room`: the phone has none; `changed`: the server sent other bytes than announced. */
export class KeepFailed extends Error {
  constructor(
    readonly reason: 'network' | 'room' | 'changed' | 'canceled',
    options?: { cause?: unknown },
  ) {
    super(`not kept: ${reason}`)
    this.name = 'KeepFailed'
    Object.assign(this, options)
  }
}
