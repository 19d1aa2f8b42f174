import { observer } from 'mobx-react'
import { Empty } from '@/components/frame/Empty'
import { Header } from '@/components/frame/Header'
import { IconButton } from '@/components/ui/IconButton'
import { Skeleton } from '@/components/ui/Skeleton'
import { useWords } from '@/components/ui/context'
import { LoadFailed } from '@/screens/app/LoadFailed'
import { PageScreen } from '@/screens/page/PageScreen'
import type { OpenSession } from '@/stores/applications/OpenSession'
import type { OverlayStore } from '@/stores/app/OverlayStore'

export interface OpenProps {
  session: OpenSession
  overlays: OverlayStore
}

/** Why nothing can be done here, or not yet. */
export const OpenState = observer(function OpenState({ session }: { session: OpenSession }) {
  const t = useWords<'open'>()
  const {
    phase,
    error,
    options: { module, productName },
  } = session
  // The frame may cover the page around it.
  const close =
    phase === 'alone' || phase === 'over' || phase === 'unheard' ? undefined : (
      <IconButton icon="x" label={t('action.close')} onPress={() => void session.finish('close', {})} />
    )
  return (
    <PageScreen header={<Header title={productName || t(`open.title.${module}`)} leading={close} />}>
      {content()}
    </PageScreen>
  )

  function content() {
    switch (phase) {
      case 'loading':
      case 'ready':
        return <Skeleton />
      case 'failed':
        return <LoadFailed error={error} onRetry={() => void session.open()} />
      case 'unheard':
        return (
          <Empty
            icon="cloud-off"
            title={t('open.unheard.title')}
            text={t('open.unheard.text')}
            action={t('open.again')}
            onAction={() => void session.deliver()}
          />
        )
      case 'over':
        return <Empty icon="check" title={t('open.over.title')} text={t('open.over.text')} />
      case 'invalid': {
        const product = productName || t('open.foreignProduct')
        return <Empty icon="lock" title={t('open.invalid.title')} text={t('open.invalid.text', { product })} />
      }
      case 'alone':
      case 'foreign':
        return <Empty icon="lock" title={t(`open.${phase}.title`)} text={t(`open.${phase}.text`)} />
    }
  }
})
