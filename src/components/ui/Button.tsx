import { Button as Pressable, View } from '@tarojs/components'
import { classes } from './classes'
import './Button.scss'

interface Props {
  label: string
  tone?: 'primary' | 'weak' | 'danger'
  /** Lower, for places other than the end of a page. */
  small?: boolean
  disabled?: boolean
  /** Shows a spinner and ignores presses. */
  loading?: boolean
  /** Submits the surrounding form. */
  submit?: boolean
  /** Makes this WeChat's privacy-authorisation button. The authorisation call identifies the button by this id. */
  consentId?: string
  /** Starts forwarding: WeChat requests the card from the page, then lets the user choose a chat (SHARE-12). */
  forwards?: boolean
  onPress?(): void
}

export function Button({
  label,
  tone = 'primary',
  small,
  disabled,
  loading,
  submit,
  consentId,
  forwards,
  onPress,
}: Props) {
  const idle = disabled || loading
  return (
    <Pressable
      id={consentId}
      className={classes('button', `button-${tone}`, small && 'button-small', disabled && 'button-disabled')}
      disabled={idle}
      formType={submit ? 'submit' : undefined}
      openType={consentId ? 'agreePrivacyAuthorization' : forwards && !idle ? 'share' : undefined}
      aria-busy={loading}
      onAgreePrivacyAuthorization={consentId ? onPress : undefined}
      onClick={consentId || idle ? undefined : onPress}
    >
      {loading ? <View className="button-wheel" /> : null}
      {label}
    </Pressable>
  )
}
