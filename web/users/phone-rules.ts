// A file of its own: imported directly, the package would add the bundler's runtime to the first page.
export { isPossiblePhoneNumber } from 'libphonenumber-js/min'
