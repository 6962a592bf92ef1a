// For whoever fetches it when it is wanted. Fetched itself, the package would make the bundler's runtime a file of the first page.
export { isPossiblePhoneNumber } from 'libphonenumber-js/min'
