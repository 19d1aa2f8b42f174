import { observer } from 'mobx-react'
import { getCurrentInstance } from '@tarojs/taro'
import { useEffect, useState } from 'react'
import { Header } from '@/components/frame/Header'
import { Skeleton } from '@/components/ui/Skeleton'
import { needLazyWords } from '@/i18n/lazy/load'
import { takeAccess } from '@/platform/h5/documentAccess'
import { lazyPart } from '@/screens/app/lazyPart'
import type { DocumentScreenProps } from '@/screens/documents/DocumentScreen'
import { PageScreen } from '@/screens/page/PageScreen'
import { SignedIn } from '@/screens/page/SignedIn'
import '@/theme/lazyIcons.scss'
import '@/theme/documentIcons.scss'

definePageConfig({ navigationStyle: 'custom', disableScroll: true })

const waiting = (
  <PageScreen header={<Header title="" />}>
    <Skeleton />
  </PageScreen>
)
const Document = lazyPart<DocumentScreenProps>(
  () => import(/* webpackChunkName: "document" */ '@/screens/documents/DocumentScreen'),
  waiting,
)

/** `/documents/FILE_ID`: a text that several people edit (DOC-01). Whoever has a token needs no session. H5 only. */
export default observer(function DocumentPage() {
  useEffect(needLazyWords, [])
  const [fileId] = useState(() => Number(getCurrentInstance().router?.params.file_id))
  const [thread] = useState(() => Number(getCurrentInstance().router?.params.thread) || null)
  const [access] = useState(() => takeAccess(fileId))
  const screen = <Document fileId={fileId} access={access} thread={thread} />
  return access === null ? <SignedIn>{screen}</SignedIn> : screen
})
