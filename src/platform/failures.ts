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

/** The phone has no clipboard, or forbids writing to it. */
export class CopyFailed extends Error {
  constructor(options?: { cause?: unknown }) {
    super('copying failed')
    this.name = 'CopyFailed'
    Object.assign(this, options)
  }
}
