declare module 'rules.wasm?url' {
  const url: string;
  export default url;
}
