import type { Client } from 'ldapts'

/** bytes without one whole message; an entry with a long list of groups has a thousandth of that */
const MOST = 4_194_304

/** The parts of the client that have no public name. `tests/security/directories` fails if a version renames them. */
interface Inner {
  socketDataHandler: (data: Buffer) => void
  messageParser: { on(event: 'message', listener: () => void): unknown; buffer?: Buffer }
  socket?: { destroy(): void }
}

/**
 * Protects the process from what a server sends: the client joins the pieces of a message of any length, and an answer that is no LDAP throws in an
 * event handler, where nobody can catch it. Call before the client connects.
 */
export function guard(client: Client): { close(): void; requireNothingUnread(): void } {
  const inner = client as unknown as Inner
  const handle = inner.socketDataHandler
  const close = () => inner.socket?.destroy()
  let size = 0
  inner.messageParser.on('message', () => (size = 0))
  inner.socketDataHandler = (data) => {
    size += data.length
    try {
      if (size > MOST) throw new Error('the message is too long')
      handle(data)
    } catch {
      close()
    }
  }
  return {
    close,
    /** Bytes before the encryption may come from anybody: they must not become a part of the first encrypted answer. */
    requireNothingUnread() {
      if (inner.messageParser.buffer !== undefined && inner.messageParser.buffer.length > 0)
        throw new Error('bytes before the encryption')
    },
  }
}
