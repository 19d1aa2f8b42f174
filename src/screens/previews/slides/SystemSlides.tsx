import { View } from '@tarojs/components'
import { observer } from 'mobx-react'
import { useEffect, useState } from 'react'
import { IconButton } from '@/components/ui/IconButton'
import { useWords } from '@/components/ui/context'
import type { PreviewError } from '@/domain/previews/generation'
import { useApp } from '@/screens/app/AppContext'
import { useDisposable } from '@/screens/app/useDisposable'
import { wordMessage } from '@/screens/app/wording'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import { PageAddresses } from '@/stores/previews/PageAddresses'
import { wordKeyOf } from '@/stores/previews/previewError'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import { PagePhoto } from '../pages/PagePhoto'
import { SlideShow } from './SlideShow'

interface Props {
  preview: PreviewStore
  overlays: OverlayStore
}

/** Slides on the whole screen, where the phone's own viewer shows the file (AH-38). */
export const SystemSlides = observer(function SystemSlides({ preview, overlays }: Props) {
  const app = useApp()
  const t = useWords<'preview'>()
  const [reason, setReason] = useState<PreviewError | null>(null)
  const pages = useDisposable(() => new PageAddresses(app, preview.target, { failed: setReason }))
  useEffect(() => void pages.open(), [pages])
  const message = reason && wordKeyOf(reason)
  const close = () => void overlays.close('slides')
  if (pages.total === 0)
    return (
      <View className="slides">
        <View className="slides-wait" role="status">
          {message ? wordMessage(message, t) : t('preview.loading')}
        </View>
        <View className="slides-bar">
          <IconButton icon="x" label={t('action.close')} onPress={close} />
        </View>
      </View>
    )
  return (
    <SlideShow
      name={preview.item?.name ?? ''}
      total={pages.total}
      first={1}
      draw={(page) => <PagePhoto pages={pages} index={page - 1} isSmall={false} />}
      onClose={close}
    />
  )
})
