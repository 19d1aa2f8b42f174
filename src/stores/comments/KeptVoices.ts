import type { Recording } from '@/platform/Platform'
import { makeLazy, type HasLazy } from '@/stores/app/LazyStores'

/** A recording that was not sent: its minute was over, something interrupted it, or sending failed. */
export interface KeptVoice {
  recording: Recording
  why: 'limit' | 'interrupted' | 'unsent'
}

/** The app's one. */
export function keptVoicesOf(app: HasLazy<{ keptVoices: KeptVoices }>): KeptVoices {
  return makeLazy(app, 'keptVoices', () => new KeptVoices())
}

/** Recordings that wait to be sent or discarded, by the typed_id of what they are about; they live as long as the app. */
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

  /** Another user comes. */
  forget() {
    this.voices.clear()
  }
}
