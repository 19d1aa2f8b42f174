import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { classes } from '@/components/classes'
import { useWords } from '@/components/context'
import type { CollectLink } from '@/contract/collect'
import { collectStateOf } from '@/domain/collecting/state'
import { useApp } from '@/screens/AppContext'

/** Whether a collection takes files now. */
export const CollectState = observer(function CollectState({ link }: { link: CollectLink }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const state = collectStateOf(link, app.now() / 1000)
  const tone = state === 'open' ? 'collect-good' : state === 'full' ? 'collect-warning' : 'collect-over'
  return <View className={classes('collect-state', tone)}>{t(`collect.state.${state}`)}</View>
})
