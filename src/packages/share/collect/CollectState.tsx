import { observer } from 'mobx-react'
import { useWords } from '@/components/context'
import type { CollectLink } from '@/contract/collect'
import { collectStateOf } from '@/domain/collecting/state'
import { useApp } from '@/screens/AppContext'
import { StateMark } from '../StateMark'

/** Whether a collection takes files now. */
export const CollectState = observer(function CollectState({ link }: { link: CollectLink }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const state = collectStateOf(link, app.now() / 1000)
  const tone = state === 'open' ? 'good' : state === 'full' ? 'warning' : 'over'
  return <StateMark tone={tone} text={t(`collect.state.${state}`)} />
})
