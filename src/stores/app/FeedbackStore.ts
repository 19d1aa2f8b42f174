import { makeAutoObservable, observable } from 'mobx'
import { sameMessage, type Message } from '@/api/Message'
import type { Clock } from '@/platform/Platform'

export interface Dialog {
  id: number
  kind: 'alert' | 'confirm'
  title: Message
  text: Message
  /** A line below the text, such as the number under which the server logged a failure. */
  detail?: Message
  /** The things that the text is about, one line each. */
  items?: readonly ({ name: string; why: Message } | Message)[]
  /** Label of the confirming button. */
  confirm: Message
  /** Label of the declining button; an alert has none. */
  cancel?: Message
  /** Whether confirming destroys something. */
  isDanger: boolean
}

export interface Toast {
  id: number
  message: Message
  action?: { label: Message; run(): void }
}

type DialogWords = Partial<Omit<Dialog, 'id' | 'kind' | 'text'>>
type Question = Pick<Dialog, 'kind' | 'text' | 'confirm'> & DialogWords

/** ms */
const TOAST_TIME = 3000
/** ms; longer, so that a user can read before acting */
const TOAST_ACTION_TIME = 6000

/** Dialogs and toasts of the app: one of each at a time, shown by the topmost Screen. */
export class FeedbackStore {
  /** The first is shown; the others wait. */
  dialogs: readonly Dialog[] = []
  currentToast: Toast | null = null
  /** Whether a message is withheld because it is already shown elsewhere (AH-19). */
  suppresses?: (message: Message, isAlert: boolean) => boolean
  private readonly answers = new Map<number, ((agreed: boolean) => void)[]>()
  private lastId = 0
  private stopTimer: (() => void) | null = null

  constructor(private readonly clock: Clock) {
    makeAutoObservable<this, 'clock' | 'answers' | 'lastId' | 'stopTimer'>(this, {
      dialogs: observable.ref,
      suppresses: false,
      currentToast: observable.ref,
      clock: false,
      answers: false,
      lastId: false,
      stopTimer: false,
    })
  }

  get dialog(): Dialog | null {
    return this.dialogs[0] ?? null
  }

  /** Shows an alert; resolves when the user closed it. A text that is already queued is not queued twice. */
  async alert(text: Message, words: DialogWords = {}): Promise<void> {
    if (this.suppresses?.(text, true)) return
    await this.ask({ kind: 'alert', text, confirm: { key: 'action.gotIt' }, ...words })
  }

  /** Asks a question; resolves to whether the user agreed. */
  confirm(text: Message, words: DialogWords = {}): Promise<boolean> {
    return this.ask({
      kind: 'confirm',
      text,
      confirm: { key: 'action.confirm' },
      cancel: { key: 'action.cancel' },
      ...words,
    })
  }

  /** The user answered a dialog, or closed it, which counts as declining. */
  answer(id: number, agreed: boolean) {
    const waiting = this.answers.get(id) ?? []
    this.answers.delete(id)
    this.dialogs = this.dialogs.filter((dialog) => dialog.id !== id)
    for (const resolve of waiting) resolve(agreed)
  }

  /** Shows a toast in place of the one before: for 6 s with an action, else for 3. */
  toast(message: Message, action?: Toast['action']) {
    if (this.suppresses?.(message, false)) return
    const id = this.nextId()
    this.stopTimer?.()
    this.currentToast = { id, message, ...(action ? { action } : {}) }
    this.stopTimer = this.clock.after(action ? TOAST_ACTION_TIME : TOAST_TIME, () => this.closeToast(id))
  }

  closeToast(id: number) {
    if (this.currentToast?.id === id) this.currentToast = null
  }

  private ask(question: Question): Promise<boolean> {
    return new Promise((resolve) => this.asked(question, resolve))
  }

  private asked(question: Question, resolve: (agreed: boolean) => void) {
    const twin = this.dialogs.find((dialog) => isSameAlert(dialog, question))
    const id = twin?.id ?? this.nextId()
    this.answers.set(id, [...(this.answers.get(id) ?? []), resolve])
    if (!twin) this.dialogs = [...this.dialogs, { id, title: { key: 'failure.title' }, isDanger: false, ...question }]
  }

  private nextId() {
    this.lastId += 1
    return this.lastId
  }
}

function isSameAlert(dialog: Dialog, question: Question): boolean {
  return dialog.kind === 'alert' && question.kind === 'alert' && sameMessage(dialog.text, question.text)
}
