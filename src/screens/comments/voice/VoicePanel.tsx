import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { useEffect } from 'react'
import { Button } from '@/components/ui/Button'
import { Header } from '@/components/frame/Header'
import { Icon } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import { useModal } from '@/components/sheets/useModal'
import { VOICE_LENGTH } from '@/domain/limits'
import { wordLength } from '@/domain/previews/playing'
import { useApp } from '@/screens/app/AppContext'
import { useDarkPanel } from '@/screens/page/usePageColours'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { VoiceDraft } from '@/stores/comments/VoiceDraft'
import { RecordedSound } from './RecordedSound'
import { VoiceWave } from './VoiceWave'

/** seconds from which the remaining time is shown */
const COUNTED_FROM = VOICE_LENGTH.most / 1000 - 10

interface Props {
  voice: VoiceDraft
  overlays: OverlayStore
  onClose(): void
}

/** Records a voice comment. Leaving keeps the recording. */
export const VoicePanel = observer(function VoicePanel({ voice, overlays, onClose }: Props) {
  const t = useWords<'comments'>()
  const ref = useModal(onClose)
  useDarkPanel(true, overlays)
  useEffect(() => () => void voice.leave(), [voice])
  const isOver = voice.state.phase === 'idle'
  useEffect(() => {
    if (isOver) onClose()
    // Once, when it ends.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [isOver])
  return (
    <View ref={ref} className="voice theme-dark" role="dialog" aria-modal aria-label={t('comments.voice.title')}>
      <Header title={t('comments.voice.title')} onBack={onClose} />
      <View className="voice-body">
        <State voice={voice} />
      </View>
    </View>
  )
})

const State = observer(function State({ voice }: { voice: VoiceDraft }) {
  const t = useWords<'comments'>()
  const { recorder } = useApp().lazy
  const { state, seconds, hold } = voice
  const discard = () => voice.discard()
  const send = <Button label={t('comments.submit')} onPress={() => void voice.send()} />
  switch (state.phase) {
    case 'idle':
      return null
    case 'asking':
      return (
        <>
          <Line text={t('comments.voice.asking')} />
          <View className="voice-buttons">
            <Button tone="weak" label={t('action.cancel')} onPress={discard} />
          </View>
        </>
      )
    case 'recording': {
      const isNearEnd = seconds >= COUNTED_FROM
      const rest = isNearEnd
        ? t('comments.voice.left', { n: VOICE_LENGTH.most / 1000 - seconds })
        : t('comments.voice.limit', { n: VOICE_LENGTH.most / 1000 })
      return (
        <>
          <Line text={hold === 'off' ? rest : `${t(`comments.voice.hold.${hold}`)} · ${rest}`} />
          <VoiceWave levels={voice.levels} />
          <View className="voice-time" role="timer" aria-label={t('comments.voice.length', { n: seconds })}>
            {wordLength(seconds)}
          </View>
          {hold === 'off' ? (
            <View className="voice-buttons">
              <Button tone="weak" label={t('action.cancel')} onPress={discard} />
              <Button tone="weak" label={t('comments.voice.listen')} onPress={() => void voice.review()} />
              {send}
            </View>
          ) : (
            <View className={classes('voice-held', hold === 'away' && 'voice-held-away')} aria-hidden>
              <Icon name={hold === 'away' ? 'x' : 'mic'} size={28} />
            </View>
          )}
        </>
      )
    }
    case 'ending':
    case 'sending':
      return <Line text={t(`comments.voice.${state.phase}`)} />
    case 'kept':
      return (
        <>
          <Line text={t(`comments.voice.kept.${state.why}`)} isUrgent={state.why !== 'ready'} />
          <View className="voice-time">
            {recorder && <RecordedSound recorder={recorder} recording={state.recording} />}
          </View>
          <View className="voice-buttons">
            <Button tone="weak" label={t('comments.voice.discard')} onPress={discard} />
            <Button tone="weak" label={t('comments.voice.anew')} onPress={() => void voice.recordAnew()} />
            {send}
          </View>
        </>
      )
    case 'refused': {
      const canOpen = state.why === 'denied' && recorder?.openSettings !== undefined
      const text = state.why === 'undeclared' ? t('privacy.undeclared') : t(`comments.voice.no.${state.why}`)
      return (
        <>
          <Line text={text} isUrgent />
          {state.why === 'denied' && !canOpen && <Line text={t('comments.voice.allow')} />}
          <View className="voice-buttons">
            {canOpen ? (
              <Button label={t('outgoing.settings')} onPress={() => void voice.openSettings()} />
            ) : (
              <Button label={t('comments.voice.again')} onPress={() => void voice.begin()} />
            )}
          </View>
        </>
      )
    }
  }
})

function Line({ text, isUrgent }: { text: string; isUrgent?: boolean }) {
  return (
    <View className="voice-text" role={isUrgent ? 'alert' : 'status'}>
      {text}
    </View>
  )
}
