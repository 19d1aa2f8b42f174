import type { Message } from '@/api/Message'
import type { FeedbackStore } from './FeedbackStore'

/** Shows what was done, with a button that undoes it while the toast is visible (AH-09). */
export function offerUndo(feedback: FeedbackStore, done: Message, undo: () => Promise<unknown>): void {
  feedback.toast(done, { label: { key: 'action.undo' }, run: () => void undo() })
}
