import type { HocuspocusProvider } from '@hocuspocus/provider'
import * as decoding from 'lib0/decoding'

/** Types of messages (Hocuspocus), and of those about contents (Yjs). */
const CONTENTS = 0
const CARETS = 1
const CHANGE = 2
/** ms after which a composition that is left open holds nothing back any longer */
const MOST = 5000
/** ms after a composition until the editor has read the composed letters */
const READ = 30

type Message = Parameters<HocuspocusProvider['onMessage']>[0]

/**
 * Holds back the changes and carets of others while letters are composed: a change beside them can end the composition, and the half-written letters
 * stay in the text. Everything else that the server says, such as acknowledgements and rights, passes at once.
 */
export class HeldMessages {
  private readonly held: Message[] = []
  private isHolding = false
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly pass: (message: Message) => void

  constructor(provider: HocuspocusProvider) {
    this.pass = provider.onMessage.bind(provider)
    provider.onMessage = (message) => {
      if (this.isHolding && isShown(message)) this.held.push(message)
      else this.pass(message)
    }
  }

  /** A composition begins. */
  begin() {
    this.release()
    this.isHolding = true
    this.timer = setTimeout(() => this.release(), MOST)
  }

  /** The composition has ended. */
  end() {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.release(), READ)
  }

  /** Nothing is shown any longer. */
  stop() {
    clearTimeout(this.timer)
    this.isHolding = false
    this.held.length = 0
  }

  private release() {
    clearTimeout(this.timer)
    this.isHolding = false
    for (const message of this.held.splice(0)) this.pass(message)
  }
}

/** Whether a message only shows what others do. */
function isShown({ data }: Message): boolean {
  const decoder = decoding.createDecoder(new Uint8Array(data as ArrayBuffer))
  decoding.readVarString(decoder)
  const type = decoding.readVarUint(decoder)
  return type === CARETS || (type === CONTENTS && decoding.readVarUint(decoder) === CHANGE)
}
