import type { PackageName, Phrase } from '@/i18n/Phrase'

/** Something to tell the user: a phrase that a screen words, or a text that is worded already, as by the server (decisions 41). */
export type Message<P extends PackageName = never> = Phrase<P> | { text: string }

/** Whether two messages would read the same. */
export function sameMessage(a: Message, b: Message): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
