/** Pictures of things, drawn once from the same shapes the world uses. */
import {
  AmbientLight, DirectionalLight, Mesh, MeshLambertMaterial, OrthographicCamera, Scene, WebGLRenderTarget, type WebGLRenderer,
} from "three";
import { thingShapes } from "../scene/thing-shapes";

const PIXELS = 72;

export function thingIcons(renderer: WebGLRenderer): string[] {
  const scene = new Scene();
  const light = new DirectionalLight(0xffffff, 2.6);
  light.position.set(-1, 2, 1.4);
  scene.add(light, new AmbientLight(0xffffff, 1.6));
  const camera = new OrthographicCamera(-0.36, 0.36, 0.36, -0.36, 0.1, 10);
  camera.position.set(1, 1.3, 1.6);
  camera.lookAt(0, 0.15, 0);
  const target = new WebGLRenderTarget(PIXELS, PIXELS, { samples: 4 });
  const pixels = new Uint8Array(PIXELS * PIXELS * 4);
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  const context = canvas.getContext("2d");
  const material = new MeshLambertMaterial({ vertexColors: true, flatShading: true });
  renderer.setClearColor(0x000000, 0);
  const icons = thingShapes().map((shape) => {
    const mesh = new Mesh(shape, material);
    shape.computeBoundingSphere();
    const radius = shape.boundingSphere?.radius ?? 0.3;
    mesh.scale.setScalar(0.3 / radius);
    scene.add(mesh);
    renderer.setRenderTarget(target);
    renderer.clear();
    renderer.render(scene, camera);
    renderer.readRenderTargetPixels(target, 0, 0, PIXELS, PIXELS, pixels);
    renderer.setRenderTarget(null);
    scene.remove(mesh);
    shape.dispose();
    if (!context) return "";
    context.putImageData(upright(pixels), 0, 0);
    return canvas.toDataURL();
  });
  target.dispose();
  material.dispose();
  return icons;
}

/** Flips rows and encodes the linear colours a render target holds for the screen. */
function upright(pixels: Uint8Array): ImageData {
  const image = new ImageData(PIXELS, PIXELS);
  for (let y = 0; y < PIXELS; y++) {
    for (let x = 0; x < PIXELS; x++) {
      const from = ((PIXELS - 1 - y) * PIXELS + x) * 4;
      const to = (y * PIXELS + x) * 4;
      for (let c = 0; c < 3; c++) image.data[to + c] = 255 * (pixels[from + c] / 255) ** (1 / 2.2);
      image.data[to + 3] = pixels[from + 3];
    }
  }
  return image;
}
