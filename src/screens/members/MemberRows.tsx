import { observer } from 'mobx-react'
import { Text, View } from '@tarojs/components'
import type { ReactNode } from 'react'
import { Avatar } from '@/components/ui/Avatar'
import { ContactPicture } from '@/components/rows/ContactPicture'
import { Icon } from '@/components/ui/Icon'
import '@/components/rows/Row.scss'
import { PageFoot } from '@/components/frame/PageFoot'
import { Skeleton } from '@/components/ui/Skeleton'
import { VirtualList, type RowPlace } from '@/components/lists/VirtualList'
import { saysWhole } from '@/domain/items/nameParts'
import { useWindow, useWords } from '@/components/ui/context'
import { rowHeightOf } from '@/domain/items/lists/slots'
import { useApp } from '@/screens/app/AppContext'
import { LoadFailed } from '@/screens/app/LoadFailed'
import type { MemberList, MemberRow as Row } from '@/stores/members/MemberList'
import { detailOf, marksOf, roleIn } from './wordMember'

/** factor of text size from which two columns are too narrow */
const LARGE_TEXT = 1.4
/** px of a heading's line at the designed size, and of the space above and below */
const HEADING_LINE = 18
const HEADING_SPACE = 24

interface Props {
  list: MemberList
  /** Shown where there are no rows. */
  empty: ReactNode
  /** Shown where the user may not see the members. */
  gone?: ReactNode
  onOpen(key: string): void
}

/** The members of a folder and its invitations, or why there are none (COLL-01). */
export const MemberRows = observer(function MemberRows({ list, empty, gone, onOpen }: Props) {
  const app = useApp()
  const t = useWords<'members'>()
  const { textScale } = useWindow()
  const { pages, phase, rows } = list
  if (phase === 'loading') return <Skeleton />
  if (phase === 'gone') return <>{gone}</>
  if (phase === 'failed') return <LoadFailed error={pages.error} onRetry={() => void pages.retry()} />
  if (list.isEmpty) return <>{empty}</>
  const rowHeight = rowHeightOf(textScale)
  const headingHeight = HEADING_SPACE + HEADING_LINE * textScale
  const lost = rowHeight - headingHeight
  const spare = `${lost * list.headings.length}px`
  /* The list assumes rows of one height; headings are lower, so the rows below move up. */
  const placed = (place: RowPlace): RowPlace => {
    const above = list.headings.filter((at) => at * rowHeight < place.top).length
    return { ...place, top: place.top - above * lost }
  }
  return (
    <VirtualList
      rows={rows}
      label={t('members.list')}
      inOrder={app.platform.name === 'h5'}
      isRefreshing={pages.isRefreshing}
      onRefresh={() => void pages.refresh()}
      onNearEnd={() => list.nearEnd()}
      renderRow={(row, place) => (
        <Member row={row} place={placed(place)} headingHeight={headingHeight} onOpen={onOpen} />
      )}
      bottom={
        <View className="members-end" style={{ marginTop: `-${spare}`, minHeight: spare }}>
          <PageFoot pages={pages} />
        </View>
      }
    />
  )
})

interface RowProps {
  row: Row
  place: RowPlace
  /** px */
  headingHeight: number
  onOpen(key: string): void
}

/** As high as every row, so that thousands of members need only a few elements. */
const Member = observer(function Member({ row, place, headingHeight, onOpen }: RowProps) {
  const app = useApp()
  const t = useWords<'members'>()
  const { top, position, total } = place
  const at = {
    style: { top: `${top}px` },
    role: position === undefined ? undefined : 'listitem',
    'aria-posinset': position,
    'aria-setsize': total,
  }
  if (row.kind === 'heading')
    return (
      <View className="row row-placed member-heading" {...at} style={{ top: `${top}px`, height: `${headingHeight}px` }}>
        <View className="member-heading-text">{t(`members.section.${row.section}`, { n: row.count })}</View>
      </View>
    )
  if (row.kind === 'manager')
    return (
      <View className="row row-placed member-row" {...at}>
        <View className="member-open" onClick={() => onOpen(row.typed_id)}>
          <Avatar userId={row.id} name={row.name} picture={row.avatar} />
          <Described
            name={row.name}
            marks={[t('members.manager')]}
            detail={t('member.way.manager')}
            role={t('role.coowner')}
          />
          <Icon name="chevron-right" size={18} />
        </View>
      </View>
    )
  const { collab } = row
  const role = roleIn(collab)
  return (
    <View className="row row-placed member-row" {...at}>
      <View className="member-open" onClick={() => onOpen(row.typed_id)}>
        <ContactPicture contact={collab.user} />
        <Described
          name={collab.user.name}
          marks={marksOf(collab.user, collab.current_user, t)}
          detail={detailOf(app, collab, t)}
          role={role ? t(`role.${role}`) : ''}
        />
        <Icon name="chevron-right" size={18} />
      </View>
    </View>
  )
})

interface TextProps {
  name: string
  marks: readonly string[]
  detail: string
}

/** A person and their role: at the end of the row, in large text within the second line. */
export function Described({ role, detail, ...texts }: TextProps & { role: string }) {
  const isLarge = useWindow().textScale >= LARGE_TEXT
  return (
    <>
      <Texts {...texts} detail={isLarge ? [role, detail].filter(Boolean).join(' · ') : detail} />
      {!isLarge && <View className="member-role">{role}</View>}
    </>
  )
}

export function Texts({ name, marks, detail }: TextProps) {
  return (
    <View className="contact-text member-texts">
      <View className="contact-name">
        <Text className="contact-called" {...saysWhole(name)}>
          {name}
        </Text>
        {marks.map((mark) => (
          <Text key={mark} className="row-mark contact-mark">
            {mark}
          </Text>
        ))}
      </View>
      <View className="contact-detail">{detail}</View>
    </View>
  )
}
