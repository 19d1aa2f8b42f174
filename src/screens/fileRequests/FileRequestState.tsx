import { observer } from 'mobx-react'
import { useWords } from '@/components/ui/context'
import type { FileRequestLink } from '@/contract/fileRequests'
import { fileRequestStateOf } from '@/domain/fileRequests/state'
import { useApp } from '@/screens/app/AppContext'
import { StateMark } from '../shares/links/LinkState'

/** Whether a collecting link accepts files now. */
export const FileRequestState = observer(function FileRequestState({ link }: { link: FileRequestLink }) {
  const app = useApp()
  const t = useWords<'collect'>()
  const state = fileRequestStateOf(link, app.now() / 1000)
  const tone = state === 'open' ? 'good' : state === 'full' ? 'warning' : 'over'
  return <StateMark tone={tone} text={t(`collect.state.${state}`)} />
})
