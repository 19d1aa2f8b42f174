import type { ButtonProps } from '@tarojs/components/types/Button'
import type { FormProps } from '@tarojs/components/types/Form'
import { forwardRef } from 'react'
import { domProps, withDetail } from './props'

export const Button = forwardRef<HTMLButtonElement, Omit<ButtonProps, 'ref' | 'key'>>(function Button(props, ref) {
  return <button {...domProps(props)} ref={ref} type={props.formType ?? 'button'} disabled={props.disabled} />
})

export const Form = forwardRef<HTMLFormElement, Omit<FormProps, 'ref' | 'key'>>(function Form(props, ref) {
  const { onSubmit, onReset } = props
  return (
    <form
      {...domProps(props)}
      ref={ref}
      noValidate
      onReset={(event) => onReset?.(withDetail(event, {}))}
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit?.(withDetail(event, { value: Object.fromEntries(new FormData(event.currentTarget)) }))
      }}
    />
  )
})
