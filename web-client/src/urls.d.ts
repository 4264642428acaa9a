declare module 'rules.wasm?url' {
  const url: string;
  export default url;
}
declare module 'engine.wasm?url' {
  const url: string;
  export default url;
}
declare module 'engine_threads.wasm?url' {
  const url: string;
  export default url;
}
declare module 'castled.nnue?url' {
  const url: string;
  export default url;
}
