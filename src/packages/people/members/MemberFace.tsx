import { View } from '@tarojs/components'
import { Avatar } from '@/components/Avatar'
import { Icon } from '@/components/Icon'
import { useWords } from '@/components/context'
import type { Collab } from '@/contract/collabs'

type Subject = Pick<Collab['user'], 'id' | 'name' | 'is_group' | 'is_department'>

/** A user's letter, a group's, or the sign of a department (CONT-03). */
export function MemberFace({ user: { id, name, is_group: isGroup, is_department: isDepartment } }: { user: Subject }) {
  const t = useWords<'members'>()
  if (isDepartment)
    return (
      <View className="contact-department" aria-hidden>
        <Icon name="building-2" size={18} />
      </View>
    )
  return <Avatar userId={id} name={isGroup ? t('members.groupLetter') : name} />
}
