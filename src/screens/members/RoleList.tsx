import { View } from '@tarojs/components'
import { Icon } from '@/components/ui/Icon'
import { classes } from '@/components/ui/classes'
import { useWords } from '@/components/ui/context'
import type { Role } from '@/contract/entities'

interface Props {
  label: string
  roles: readonly Role[]
  chosen: Role | null
  disabled?: boolean
  /** Absent where the role cannot be changed. */
  onChoose?(role: Role): void
}

/** Roles and their rights, one of them chosen (2§5). */
export function RoleList({ label, roles, chosen, disabled, onChoose }: Props) {
  const t = useWords<'members'>()
  return (
    <View className="role-list" role="radiogroup" aria-label={label}>
      {roles.map((role) => (
        <View
          key={role}
          className={classes('role', (disabled || !onChoose) && 'role-shut')}
          role="radio"
          aria-checked={role === chosen}
          aria-disabled={disabled || !onChoose || undefined}
          onClick={disabled || !onChoose || role === chosen ? undefined : () => onChoose(role)}
        >
          <View className="role-texts">
            <View className="role-name">{t(`role.${role}`)}</View>
            <View className="role-does">{t(`member.does.${role}`)}</View>
          </View>
          {role === chosen && <Icon name="check" size={20} />}
        </View>
      ))}
    </View>
  )
}
