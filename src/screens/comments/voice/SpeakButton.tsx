import { View, type BaseEventOrig, type ITouchEvent } from '@tarojs/components'
import { useRef } from 'react'
import { Icon } from '@/components/ui/Icon'
import '@/components/ui/IconButton.scss'
import { useWords } from '@/components/ui/context'
import type { VoiceDraft } from '@/stores/comments/VoiceDraft'

interface Props {
  voice: VoiceDraft
  /** @param isHeld while a finger rests on the button */
  onSpeak(isHeld: boolean): void
}

/** Records after a tap, or while a finger rests on it; moving the finger up before lifting it discards the recording. */
export function SpeakButton({ voice, onSpeak }: Props) {
  const t = useWords<'comments'>()
  const from = useRef(0)
  return (
    <View
      className="comments-speak"
      onTouchStart={(event) => (from.current = placeOf(event))}
      onTouchMove={(event) => voice.moveFinger(from.current - placeOf(event))}
      onTouchEnd={() => void voice.releaseFinger()}
      onTouchCancel={() => voice.cancelHold()}
    >
      <View
        className="icon-button"
        role="button"
        aria-label={t('comments.voice.record')}
        onClick={() => onSpeak(false)}
        // The right mouse button is not a long press.
        onLongPress={({ type }) => onSpeak(type !== 'contextmenu')}
      >
        <Icon name="mic" />
      </View>
    </View>
  )
}

/** px from the top of the window */
function placeOf(event: BaseEventOrig): number {
  const { touches } = event as unknown as Pick<ITouchEvent, 'touches'>
  return touches[0]!.clientY
}
