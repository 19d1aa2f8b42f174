import { observer } from 'mobx-react'
import { useState } from 'react'
import { Empty } from '@/components/frame/Empty'
import { useWords } from '@/components/ui/context'
import { PreviewPanel } from '@/screens/previews/PreviewPanel'
import { PageScreen } from '@/screens/page/PageScreen'
import { OpenHead } from './OpenHead'
import type { OpenProps } from './OpenState'

/** One file, only for viewing (OPEN-04). */
export default observer(function OpenPreview({ session, overlays }: OpenProps) {
  const t = useWords<'open'>()
  const { fileId, fileVersionId } = session.options
  const [close] = useState(() => () => void session.finish('close', {}))
  if (fileId === null)
    return (
      <PageScreen header={<OpenHead session={session} onClose={close} />}>
        <Empty icon="file" title={t('open.noFile')} />
      </PageScreen>
    )
  return (
    <PageScreen open={overlays}>
      <PreviewPanel
        fileId={fileId}
        version={fileVersionId ?? undefined}
        overlays={overlays}
        actionsOf={() => []}
        onClose={close}
      />
    </PageScreen>
  )
})
