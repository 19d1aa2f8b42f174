import { observer } from 'mobx-react'
import type { RowPlace } from '@/components/lists/VirtualList'
import { useWords } from '@/components/ui/context'
import type { ShareLink } from '@/contract/shares/shares'
import { useApp } from '@/screens/app/AppContext'
import { LinkedRow } from './LinkedRow'
import { LinkState } from './LinkState'
import { wordFacts } from './wordLink'

interface Props extends RowPlace {
  link: ShareLink
  onOpen(): void
}

/** One link: the item, the link's state, and its use. */
export const LinkRow = observer(function LinkRow({ link, ...row }: Props) {
  const app = useApp()
  const t = useWords<'links'>()
  return <LinkedRow {...row} linked={link} mark={<LinkState link={link} />} detail={wordFacts(app, link, t)} />
})
