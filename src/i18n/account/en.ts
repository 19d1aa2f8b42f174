import type { AccountPhrases } from './Phrases'

export const phrases: AccountPhrases = {
  login: {
    title: 'Sign in to {product}',
    account: 'Email, phone or account',
    password: 'Password',
    language: 'Language',
    submit: 'Sign in',
    showPassword: 'Show password',
    accountRequired: 'Enter your account',
    passwordRequired: 'Enter your password',
  },
}
