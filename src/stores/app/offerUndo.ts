import type { Message } from '@/api/Message'
import type { FeedbackStore } from './FeedbackStore'

/** Tells what was done and, for as long as that stands there, takes it back on request (AH-09). */
export function offerUndo(feedback: FeedbackStore, done: Message, undo: () => Promise<unknown>): void {
  feedback.toast(done, { label: { key: 'action.undo' }, run: () => void undo() })
}
