import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { ShareLink, ShareState } from '@/contract/shares/shares'
import { stateOf } from '@/domain/shares/linkState'
import { useApp } from '@/screens/app/AppContext'
import { Text } from '@tarojs/components'
import '../stateMark.scss'

const tones: Record<ShareState, 'good' | 'warning' | 'over'> = {
  open: 'good',
  waiting: 'warning',
  limit_reached: 'warning',
  refused: 'warning',
  expired: 'over',
  closed: 'over',
  unavailable: 'over',
}

/** Whether a link can be opened, as a coloured mark. */
export const LinkState = observer(function LinkState({ link }: { link: ShareLink }) {
  const { now } = useApp()
  return <LinkStateMark state={stateOf(link, now() / 1000)} />
})

export function LinkStateMark({ state }: { state: ShareState }) {
  const t = useWords<'links'>()
  return <StateMark tone={tones[state]} text={t(`links.state.${state}`)} />
}

/** A state in one word: good, in need of attention, or over. */
export function StateMark({ tone, text }: { tone: 'good' | 'warning' | 'over'; text: string }) {
  return <Text className={`state-mark state-${tone}`}>{text}</Text>
}
