import { PreviewPanel } from '@/screens/previews/PreviewPanel'
import type { HeaderAction } from '@/components/frame/Header'
import type { Item } from '@/contract/entities'
import { useWords } from '@/components/ui/context'
import { useApp } from '@/screens/app/AppContext'
import type { FilePreviewProps } from '../page/landingProps'
import { albumSaverOf, downloaderOf, mayBeSaved } from '../list/visitorActions'

/** A link's file in its viewer, with a visitor's actions. */
export default function FilePreview({ store, overlays, fileId, onClose }: FilePreviewProps) {
  const app = useApp()
  const t = useWords<'visit'>()
  return (
    <PreviewPanel fileId={fileId} version={undefined} overlays={overlays} actionsOf={actionsOf} onClose={onClose} />
  )

  function actionsOf(item: Item): HeaderAction[] {
    const download = downloaderOf(app, store, item)
    const album = albumSaverOf(app, overlays, item)
    const save = mayBeSaved(app, store, item)
    return [
      ...(download ? [{ icon: 'download' as const, label: t('visit.download'), onPress: download }] : []),
      ...(album ? [{ icon: 'image' as const, label: t('visit.album'), onPress: album }] : []),
      ...(save
        ? [
            {
              icon: 'folder-input' as const,
              label: t('visit.save.action'),
              onPress: () => overlays.show('sharesave', item.typed_id),
            },
          ]
        : []),
    ]
  }
}
