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
  security: {
    title: 'Security',
    enterCode: 'Open your authenticator app and enter the 6-digit code it shows.',
    enrol:
      'Your company requires two-step verification. Add this key to an authenticator app, then enter the 6-digit code it shows.',
    secret: 'Key',
    code: '6-digit code',
    submit: 'Verify',
    passed: 'Two-step verification passed',
    goOn: 'Continue',
  },
}
