"""The Kubernetes examples are read by the very schemas they are for, and name what there is."""

import re
from pathlib import Path
from typing import Any

import dagster as dg
import pytest
import yaml

from pipelines.definitions import defs
from service.settings import VARIABLES
from tests.support.container_file import stages_of

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "deploy" / "k8s"
KINDS = {
    "ConfigMap": "V1ConfigMap",
    "Deployment": "V1Deployment",
    "PersistentVolumeClaim": "V1PersistentVolumeClaim",
    "PodDisruptionBudget": "V1PodDisruptionBudget",
    "Role": "V1Role",
    "RoleBinding": "V1RoleBinding",
    "Service": "V1Service",
    "ServiceAccount": "V1ServiceAccount",
    "StatefulSet": "V1StatefulSet",
}
Document = dict[str, Any]


def manifests() -> list[Document]:
    listed = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())["resources"]
    return [document for name in listed for document in yaml.safe_load_all((FOLDER / name).read_text())]


def named(kind: str, name: str) -> Document:
    (found,) = [each for each in manifests() if (each["kind"], each["metadata"]["name"]) == (kind, name)]
    return found


def pod(kind: str, name: str) -> Document:
    found: Document = named(kind, name)["spec"]["template"]["spec"]
    return found


def instance() -> Document:
    found: Document = yaml.safe_load((FOLDER / "dagster.yaml").read_text())
    return found


def test_every_file_is_listed() -> None:
    known = yaml.safe_load((FOLDER / "kustomization.yaml").read_text())
    listed = {*known["resources"], *known["configMapGenerator"][0]["files"], "kustomization.yaml"}
    assert listed == {path.name for path in FOLDER.iterdir()}


@pytest.mark.parametrize(
    "document", manifests(), ids=lambda each: f"{each['kind']} {each['metadata']['name']}"
)
def test_a_manifest_holds_nothing_that_kubernetes_does_not_know(document: Document) -> None:
    from kubernetes.client import ApiClient  # takes a second

    api = ApiClient()
    read = api._ApiClient__deserialize(document, KINDS[document["kind"]])
    assert _plain(api.sanitize_for_serialization(read)) == _plain(document)


def _plain(value: Any) -> Any:
    """Without what is empty, which the client leaves out."""
    if isinstance(value, dict):
        return {name: _plain(part) for name, part in value.items()}
    return [_plain(part) for part in value] if isinstance(value, list) else value


def test_dagster_takes_its_instance(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from dagster_k8s import K8sRunLauncher
    from dagster_postgres import DagsterPostgresStorage

    monkeypatch.setenv("DAGSTER_PG_PASSWORD", "secret")
    launcher = instance()["run_launcher"]
    assert (launcher["module"], launcher["class"]) == ("dagster_k8s", "K8sRunLauncher")
    _take(K8sRunLauncher, launcher["config"])
    _take(DagsterPostgresStorage, instance()["storage"]["postgres"])
    elsewhere = {name: part for name, part in instance().items() if name not in ("run_launcher", "storage")}
    (tmp_path / "dagster.yaml").write_text(yaml.safe_dump(elsewhere))
    with dg.DagsterInstance.from_config(str(tmp_path)) as made:
        queue = made.get_concurrency_config().run_queue_config
    assert queue is not None
    assert queue.tag_concurrency_limits[0]["key"] == "dagster/partition"


def test_dagster_would_say_what_is_wrong_with_it(tmp_path: Path) -> None:
    from dagster_k8s import K8sRunLauncher

    wrong = (FOLDER / "dagster.yaml").read_text().replace("max_concurrent_runs", "max_runs")
    (tmp_path / "dagster.yaml").write_text(wrong)
    with pytest.raises(dg.DagsterInvalidConfigError, match="max_runs"):
        dg.DagsterInstance.from_config(str(tmp_path))
    launcher = instance()["run_launcher"]["config"]
    with pytest.raises(dg.DagsterInvalidConfigError, match="job_imagee"):
        _take(K8sRunLauncher, launcher | {"job_imagee": "x"})


def _take(kind: Any, config: Document) -> None:
    @dg.op(config_schema=kind.config_type())
    def configured() -> None: ...

    @dg.job
    def taking() -> None:
        configured()

    dg.validate_run_config(taking, {"ops": {"configured": {"config": config}}})


def test_runs_get_the_volumes_settings_and_rights_the_daemon_has() -> None:
    launcher, daemon = instance()["run_launcher"]["config"], pod("Deployment", "almanac-nights")
    (container,) = daemon["containers"]
    assert launcher["job_image"] == container["image"]
    assert launcher["service_account_name"] == daemon["serviceAccountName"]
    assert launcher["dagster_home"] == container["env"][0]["value"]
    shared = [each for each in container["volumeMounts"] if each["name"] in ("warehouse", "temporary")]
    assert launcher["volume_mounts"] == shared
    assert launcher["env_config_maps"] == ["almanac-nights"]
    assert container["command"] == ["dagster-daemon", "run", "-m", defs_module()]


def defs_module() -> str:
    assert {"nightly", "build_symbol"} <= {job.name for job in defs.resolve_all_job_defs()}
    return "session_almanac.pipelines.definitions"


def test_settings_are_settings_there_are_and_no_secret() -> None:
    given = named("ConfigMap", "almanac-settings")["data"]
    assert set(given) <= set(VARIABLES)
    assert not [name for name in given if re.search("SECRET|KEY|TOKEN|PASSWORD|REDIS_URL", name)]
    assert "127.0.0.1" in given["ALLOWED_HOSTS"].split(",")


def workloads() -> list[Document]:
    return [each for each in manifests() if each["kind"] in ("Deployment", "StatefulSet")]


@pytest.mark.parametrize("workload", workloads(), ids=lambda each: str(each["metadata"]["name"]))
def test_every_container_is_sealed_and_uses_volumes_there_are(workload: Document) -> None:
    spec = workload["spec"]["template"]["spec"]
    (container,) = spec["containers"]
    assert container["securityContext"] == {
        "allowPrivilegeEscalation": False,
        "readOnlyRootFilesystem": True,
        "capabilities": {"drop": ["ALL"]},
    }
    assert spec["securityContext"]["runAsNonRoot"] is True
    claims = [each["metadata"]["name"] for each in workload["spec"].get("volumeClaimTemplates", [])]
    volumes = [*claims, *(each["name"] for each in spec.get("volumes", []))]
    assert sorted(volumes) == sorted(each["name"] for each in container["volumeMounts"])
    assert "memory" in container["resources"]["limits"]


def test_probes_ask_the_service_where_the_image_listens() -> None:
    (container,) = pod("Deployment", "almanac")["containers"]
    (port,) = container["ports"]
    stage = stages_of(ROOT / "Containerfile")["service"]
    assert stage.last("EXPOSE") == str(port["containerPort"])
    paths = {
        name: container[f"{name}Probe"]["httpGet"]["path"] for name in ("startup", "liveness", "readiness")
    }
    assert paths == {"startup": "/healthz", "liveness": "/healthz", "readiness": "/readyz"}
    assert str(pod("Deployment", "almanac")["securityContext"]["runAsUser"]) in stage.last("USER")
