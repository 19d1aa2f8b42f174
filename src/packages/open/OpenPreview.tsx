import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { Empty } from '@/components/Empty'
import { Header } from '@/components/Header'
import { useWords } from '@/components/context'
import { PreviewPanel } from '@/packages/preview/PreviewPanel'
import { PageScreen } from '@/screens/page/PageScreen'
import { ApiFailure } from '@/api/ApiFailure'
import type { OpenProps } from './OpenProps'

/** One file, to be looked at and nothing else (OPEN-04). */
export default observer(function OpenPreview({ session, overlays }: OpenProps) {
  const t = useWords<'open'>()
  const { fileId, fileVersionId } = session.options
  useEffect(() => {
    if (fileId !== null) void told(session, fileId)
  }, [session, fileId])
  const [close] = useState(() => () => void session.finish('close', {}))
  if (fileId === null)
    return (
      <PageScreen header={<Header title={t('open.title.open_preview')} />}>
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

/** The page hears which file it shows, or why not; the panel says so itself. */
async function told(session: OpenProps['session'], id: number): Promise<void> {
  try {
    const { name } = await session.api.ask('GET /v2/file/{id}/info', { id })
    session.tell('preview', { file: { id, name } })
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    session.tell('error', { code: error.code ?? error.failure.kind, message: '' })
  }
}
