import { View } from '@tarojs/components'
import { Avatar } from '@/components/ui/Avatar'
import { SheetHead } from '@/components/sheets/SheetHead'
import { Tile } from '@/components/ui/Tile'
import { useWords } from '@/components/ui/context'
import type { ShareNotice } from '@/contract/shares/notice'
import { labelled, type FileTile } from '@/domain/items/tiles'
import { wordFileSize, wordNotice } from './wordLanding'

interface Props {
  notice: ShareNotice
}

/** Names the sharer and the items before the password (AH-57). No id is known yet, so the letter of the sharer has one colour. */
export function NoticeCard({ notice }: Props) {
  const t = useWords<'visit'>()
  const { sharer, type, name, extension, type_icon: icon, item_count: n } = notice
  const isOne = n === 1
  const tile =
    isOne && type === 'file' ? labelled(icon as FileTile, extension) : ({ group: 'folder', label: '' } as const)
  return (
    <View className="visit-notice">
      <Avatar userId={0} name={sharer} />
      <View className="visit-card-sharer" role="heading" aria-level={2}>
        {wordNotice(notice, t)}
      </View>
      <View className="visit-card-file">
        <SheetHead
          picture={<Tile {...tile} />}
          title={isOne ? name : t('visit.items', { name, n })}
          text={isOne && type === 'file' ? wordFileSize(notice) : ''}
        />
      </View>
    </View>
  )
}
