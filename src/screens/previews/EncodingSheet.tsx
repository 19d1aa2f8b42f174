import { View } from '@tarojs/components'
import { observer } from 'mobx-react'
import { MenuList } from '@/components/sheets/MenuList'
import { Sheet } from '@/components/sheets/Sheet'
import { SheetHead } from '@/components/sheets/SheetHead'
import { TextButton } from '@/components/ui/TextButton'
import { useWords } from '@/components/ui/context'
import type { TextEncoding } from '@/contract/previews/previews'
import { encodingChoices, isText } from '@/domain/previews/encodings'
import type { OverlayStore } from '@/stores/app/OverlayStore'
import type { PreviewStore } from '@/stores/previews/PreviewStore'
import './versions/versions.scss'

interface Props {
  preview: PreviewStore
  overlays: OverlayStore
}

/** The encodings of a text; the chosen one is used while the preview is open. */
export const EncodingSheet = observer(function EncodingSheet({ preview, overlays }: Props) {
  const t = useWords<'preview'>()
  const { item, target } = preview
  if (!item || !isText(item) || !overlays.valueFor('encoding')) return null
  const close = () => overlays.close('encoding')
  const choose = async (encoding?: TextEncoding) => {
    await close()
    if (encoding !== target.encoding) await preview.show({ ...target, encoding })
  }
  const automatic = {
    key: 'automatic',
    label: t('preview.encoding.automatic'),
    isChosen: target.encoding === undefined,
    onSelect: () => void choose(),
  }
  const others = encodingChoices.map(({ encoding, script, name }) => ({
    key: encoding,
    label: t(`preview.encoding.script.${script}`),
    value: name,
    isChosen: encoding === target.encoding,
    onSelect: () => void choose(encoding),
  }))
  return (
    <Sheet label={t('preview.encoding.title')} onClose={() => void close()}>
      <SheetHead title={t('preview.encoding.title')} text={item.name} />
      <MenuList entries={[automatic, ...others]} />
    </Sheet>
  )
})

/** Leads to the encodings, where a text is shown without a header and its menu. */
export const EncodingBar = observer(function EncodingBar({ preview, overlays }: Props) {
  const t = useWords<'preview'>()
  const { item, target } = preview
  if (!item || !isText(item)) return null
  const name = encodingChoices.find(({ encoding }) => encoding === target.encoding)?.name
  return (
    <View className="preview-bar">
      <View className="preview-bar-text">
        {t('preview.encoding.now', { name: name ?? t('preview.encoding.automatic') })}
      </View>
      <TextButton label={t('preview.encoding.change')} onPress={() => overlays.show('encoding')} />
    </View>
  )
})
