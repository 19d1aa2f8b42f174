import type { Answered } from '@/domain/comments/threads'
import type { Recording } from '@/platform/Platform'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

/** A recording that was not sent: the user wants to listen first, it reached its minute, was interrupted, or could not be sent. */
export interface UnsentVoice {
  recording: Recording
  why: 'ready' | 'limit' | 'interrupted' | 'unsent'
  /** The comment that it answers. */
  answering: Answered | null
}

/** The app's only one. */
export function unsentVoicesOf(app: HasLazy<{ unsentVoices: UnsentVoices }>): UnsentVoices {
  return makeLazy(app, 'unsentVoices', () => new UnsentVoices())
}

/** Recordings that wait to be sent or discarded, by the typed_id of the commented item; they live as long as the app. */
export class UnsentVoices {
  private readonly voices = new Map<string, UnsentVoice>()

  of(typedId: string): UnsentVoice | undefined {
    return this.voices.get(typedId)
  }

  put(typedId: string, voice: UnsentVoice) {
    this.voices.set(typedId, voice)
  }

  remove(typedId: string) {
    this.voices.delete(typedId)
  }

  /** Another user signs in. */
  forget() {
    this.voices.clear()
  }
}
