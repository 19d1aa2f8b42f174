import type { Recording } from '@/platform/Platform'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

/** A recording that was not sent: it reached its minute, was interrupted, or could not be sent. */
export interface KeptVoice {
  recording: Recording
  why: 'limit' | 'interrupted' | 'unsent'
}

/** The app's only one. */
export function keptVoicesOf(app: HasLazy<{ keptVoices: KeptVoices }>): KeptVoices {
  return makeLazy(app, 'keptVoices', () => new KeptVoices())
}

/** Recordings that wait to be sent or discarded, by the typed_id of the commented item; they live as long as the app. */
export class KeptVoices {
  private readonly voices = new Map<string, KeptVoice>()

  of(typedId: string): KeptVoice | undefined {
    return this.voices.get(typedId)
  }

  hold(typedId: string, voice: KeptVoice) {
    this.voices.set(typedId, voice)
  }

  drop(typedId: string) {
    this.voices.delete(typedId)
  }

  /** Another user signs in. */
  forget() {
    this.voices.clear()
  }
}
