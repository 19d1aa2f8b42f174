import { observer } from 'mobx-react'
import { View } from '@tarojs/components'
import { Row } from '@/components/rows/Row'
import { useWords } from '@/components/ui/context'
import { formatSize } from '@/domain/format/size'
import { isCurrent, type KeptFile, type KeptItem } from '@/domain/offline/kept'
import { wordSize } from '@/i18n/format'
import { useApp } from '@/screens/app/AppContext'

interface Props {
  item: KeptItem
  onOpen(file: KeptFile): void
}

/** The files of a kept folder, with the folder below that contains them. */
export const KeptFolder = observer(function KeptFolder({ item, onOpen }: Props) {
  const t = useWords<'offline'>()
  const { waitingNames } = useApp().lazy
  const renamed = (file: KeptFile) => ({ ...file, name: waitingNames?.nameOf(`file_${file.id}`) ?? file.name })
  const metaOf = (file: KeptFile) =>
    [
      ...(file.stored ? (isCurrent(file) ? [] : [t('kept.changed')]) : [t('kept.waiting')]),
      wordSize(formatSize(file.size)),
      ...(file.folder ? [file.folder] : []),
    ].join(' · ')
  return (
    <View role="list" aria-label={waitingNames?.nameOf(item.typedId) ?? item.name}>
      {item.files.map(renamed).map((file, at) => (
        <Row
          key={file.id}
          type="file"
          name={file.name}
          tile={file.tile}
          meta={metaOf(file)}
          position={at + 1}
          total={item.files.length}
          faded={!file.stored}
          onOpen={file.stored && (() => onOpen(file))}
        />
      ))}
    </View>
  )
})
